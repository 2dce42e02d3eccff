// Seats have a colour and a shape, distinguishable without colours too
// (Okabe and Ito's set).
export interface SeatLook {
  colour: string;
  shape: string; // SVG path in a box of 20 × 20
  name: "circle" | "square" | "triangle" | "diamond" | "star";
}

export const LOOKS: SeatLook[] = [
  { colour: "#e69f00", name: "circle", shape: "M10 1.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 1 1 0-17z" },
  { colour: "#56b4e9", name: "square", shape: "M2.5 2.5h15v15h-15z" },
  { colour: "#009e73", name: "triangle", shape: "M10 1.5 19 18H1z" },
  { colour: "#f0e442", name: "diamond", shape: "M10 .5 19.5 10 10 19.5.5 10z" },
  {
    colour: "#cc79a7",
    name: "star",
    shape: "m10 .8 2.7 6.3 6.8.6-5.2 4.5 1.6 6.7-5.9-3.6-5.9 3.6 1.6-6.7L.5 7.7l6.8-.6z",
  },
];

// "P3" is seat 2.
export function seatOf(player: string): number {
  return Number(player.slice(1)) - 1;
}
