// What the plugins of virtual modules share: `virtual:NAME/REST` is a module
// whose default export is the value made of REST.
import type { Plugin } from "vite";

export function virtual(name: string, make: (rest: string) => unknown): Plugin {
  const prefix = `virtual:${name}/`;
  return {
    name: `maxq-${name}`,
    resolveId: (id) => (id.startsWith(prefix) ? "\0" + id : null),
    load: (id) => (id.startsWith("\0" + prefix) ? `export default ${JSON.stringify(make(id.slice(prefix.length + 1)))}` : null),
  };
}
