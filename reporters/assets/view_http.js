// The instance view, served by `aunit view`: posts each question to the server that has sent the page.
"use strict";
aunitView(document.getElementById("view"), async (question) => {
  const response = await fetch("ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.json();
});
