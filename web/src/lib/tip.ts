// What a piece says of itself: attributes that shell/Tip.svelte reads when it
// is pointed at, focused or pressed for long.
export interface Tip {
  "data-tip": string;
  "data-rule"?: string; // the rules behind it, separated by blanks
  "data-act"?: string; // the action it stands for: refused, it says why
  "data-why"?: string; // or why it can't be chosen, where there is no such action
}

export function tip(text: string, rule?: string, act?: string | null): Tip {
  return { "data-tip": text, ...(rule ? { "data-rule": rule } : {}), ...(act ? { "data-act": act } : {}) };
}

// A reason why not, where no action stands for the piece.
export function whyNot(text: string | null): Pick<Tip, "data-why"> {
  return text ? { "data-why": text } : {};
}

// A tip for a drawing, which needs a role and a name too.
export function drawn(text: string, rule?: string, act?: string | null): Tip & { role: "img"; "aria-label": string } {
  return { ...tip(text, rule, act), role: "img", "aria-label": text };
}
