import type { GameMeta } from "..";
import Poster from "./Poster.svelte";
import "./theme.css";

const meta: GameMeta = { place: 3, bots: 1, Poster };

export default meta;
