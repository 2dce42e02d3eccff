import type { GameMeta } from "..";
import Poster from "./Poster.svelte";
import "./theme.css";

const meta: GameMeta = { place: 1, bots: 3, Poster };

export default meta;
