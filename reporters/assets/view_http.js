// The instance view where `aunit view` serves it: questions are posted to the address that the page came from.
"use strict";
(() => {
  const ask = async (question) => {
    const response = await fetch("ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return response.json();
  };
  const transport = {
    send: ask,
    /// Tells what happens without having been asked for, as long as the server lives; then {ended: true}.
    async listen(told) {
      let seen = 0;
      try {
        for (;;) {
          const event = await ask({ type: "wait", seen });
          seen = event.event;
          told(event);
        }
      } catch {
        told({ ended: true });
      }
    },
  };
  aunitView(document.getElementById("view"), transport);
})();
