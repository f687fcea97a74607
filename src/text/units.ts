/** Past the end of a text so many zeros follow: looks ahead need not ask where it ends. */
const ZEROS_AFTER = 4;
/** Longer texts get room of their own, for as long as it is used. */
const ROOM = 65_536;

const encoder = new TextEncoder();
const bytes = new Uint8Array(ROOM);
const room = new Uint16Array(ROOM + ZEROS_AFTER);
let isInUse = false;

/**
 * Lends a text's UTF-16 units as an array, with zeros after the end. To read them one by one from a string costs more:
 * V8 looks each time what kind of string it is.
 */
export function withUnits<T>(text: string, use: (units: Uint16Array) => T): T {
  if (isInUse || text.length > ROOM) return use(copyUnits(text, new Uint16Array(text.length + ZEROS_AFTER)));
  isInUse = true;
  try {
    return use(copyUnits(text, room));
  } finally {
    isInUse = false;
  }
}

function copyUnits(text: string, units: Uint16Array): Uint16Array {
  const { length } = text;
  // Of plain ASCII, which most texts are, bytes are units.
  const { read, written } = encoder.encodeInto(text, bytes);
  if (read === length && written === length) units.set(bytes.subarray(0, length));
  else for (let i = 0; i < length; i++) units[i] = text.charCodeAt(i);
  units.fill(0, length, length + ZEROS_AFTER);
  return units;
}
