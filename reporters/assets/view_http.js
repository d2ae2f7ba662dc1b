// The instance view where `aunit view` serves it: questions are posted to the address that the page came from.
"use strict";
aunitView(document.getElementById("view"), async (question) => {
  const response = await fetch("ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.json();
});
