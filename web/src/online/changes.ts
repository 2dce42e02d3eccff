// Changes of a view: [path, value] puts, [path] takes away (docs/protocol.md).
import type { View } from "../table/types";

export type Change = [string, unknown] | [string];

function steps(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) => (index === undefined ? name : Number(index)));
}

// A view with the changes made; what did not change is shared with the old.
export function changed(view: View, changes: Change[]): View {
  return changes.reduce((before, [path, ...value]) => put(before, steps(path), value), view);
}

function put(node: View, path: (string | number)[], value: unknown[]): View {
  if (path.length === 0) return value[0];
  const [head, ...rest] = path;
  const copy = (Array.isArray(node) ? [...node] : { ...(node as object) }) as Record<string | number, unknown>;
  if (rest.length === 0 && value.length === 0) delete copy[head];
  else copy[head] = put(copy[head], rest, value);
  return copy;
}
