// Where the page is: `#/screen/argument…`. Links of the server (/t/ID,
// /replay/ID, /reset, /notices, /stop) are paths; their screens have the same names.
export interface Route {
  screen: string;
  args: string[];
}

function read(): Route {
  const path = location.pathname.match(/\/(t|replay|reset|notices|stop)(?:\/([a-z0-9]+))?$/);
  const hash = location.hash.startsWith("#/") ? location.hash.slice(2) : "";
  if (path && !hash) return { screen: path[1], args: path[2] ? [path[2]] : [] };
  const [screen, ...args] = hash.split("/").map(decodeURIComponent);
  return { screen: screen || "home", args };
}

export const route: { now: Route } = $state({ now: read() });

window.addEventListener("hashchange", () => (route.now = read()));
window.addEventListener("popstate", () => (route.now = read()));

export function link(screen: string, ...args: string[]): string {
  return "#/" + [screen, ...args].map(encodeURIComponent).join("/");
}

// Goes to a screen; from a server's path back to the page's own.
export function go(screen: string, ...args: string[]): void {
  const home = location.pathname.replace(/(t|replay)\/[a-z0-9]+$|(reset|notices|stop)$/, "");
  if (home !== location.pathname) history.pushState(null, "", home + link(screen, ...args));
  else location.hash = link(screen, ...args);
  route.now = read();
}

// Goes to a table of the server.
export function goTable(id: string): void {
  history.pushState(null, "", `/t/${id}`);
  route.now = read();
}
