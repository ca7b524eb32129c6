// Without a connection: the page says so at once, and the service worker opens it.

import { el } from "./dom.js";

export function watchConnection() {
  const words = "You are offline. The page goes on as soon as the connection is back.";
  const notice = el("p", { class: "offline", role: "alert", hidden: navigator.onLine }, words);
  document.body.prepend(notice);
  addEventListener("offline", () => (notice.hidden = false));
  addEventListener("online", () => (notice.hidden = true));
  // There is no service worker where the page is not served by TLS or from this machine, or where storage is forbidden.
  addEventListener("load", () => navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" }).catch(() => {}));
}
