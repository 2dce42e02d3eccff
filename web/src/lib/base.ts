// Where the page's files lie, with a slash at the end: also in a subfolder of a
// web host, and at the addresses within the page that a server answers.
export const BASE: string = import.meta.env.DEV ? "/" : import.meta.url.replace(/assets\/[^/]*$/, "");
