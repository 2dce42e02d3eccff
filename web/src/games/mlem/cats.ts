// The eight astronauts: a fur and a badge each. Badges are paths in a box of
// 12 × 12.
export interface CatLook {
  fur: string;
  inner: string; // ears and muzzle
  mark: "plain" | "stripes" | "patch" | "mask";
  badge: string;
}

export const CATS: Record<string, CatLook> = {
  satellite: {
    fur: "#d9c7a8",
    inner: "#f3e6cf",
    mark: "stripes",
    badge: "M2 5a5 5 0 0 0 5 5l-2-3zM6 6l4-4M8 2h2v2",
  },
  scout: { fur: "#e08a3c", inner: "#ffe0bd", mark: "stripes", badge: "M1 6l3-3v2h4V3l3 3-3 3V7H4v2z" },
  parachute: { fur: "#f4f1ea", inner: "#ffd9d0", mark: "patch", badge: "M1 5a5 4.5 0 0 1 10 0L6 11zM4 5l2 6 2-6" },
  moonwalker: { fur: "#7b7f8f", inner: "#c9ccd6", mark: "plain", badge: "M8.5 1.5a5 5 0 1 0 2 7.5A4.2 4.2 0 0 1 8.5 1.5z" },
  settler: { fur: "#8a5a3b", inner: "#d9b48f", mark: "mask", badge: "M6 1 1 6h1.5v5h7V6H11zM5 11V8h2v3" },
  voyager: {
    fur: "#3d3a4b",
    inner: "#8d88a5",
    mark: "plain",
    badge: "m6 .5 1.5 3.6 3.9.3-3 2.5 1 3.8L6 8.6l-3.4 2.1 1-3.8-3-2.5 3.9-.3z",
  },
  ballast: { fur: "#b7a9c9", inner: "#e6dcf2", mark: "patch", badge: "M4.5 4a1.5 1.5 0 1 1 3 0H9l2 7H1l2-7z" },
  pip: { fur: "#f0c36a", inner: "#fff0cc", mark: "mask", badge: "M1.5 1.5h9v9h-9zM6 4.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 1 0 0-2.4z" },
};

// The rule of each one's function.
export const RULES: Record<string, string> = {
  satellite: "ML-E3",
  scout: "ML-F1",
  parachute: "ML-X2",
  moonwalker: "ML-F4",
  settler: "ML-F5",
  voyager: "ML-F6",
  ballast: "ML-F7",
  pip: "ML-P1",
};
