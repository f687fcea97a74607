/**
 * A file must not steer the terminal: control characters but tabs and line ends show as symbols, also a
 * carriage return that ends no line.
 */
export function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g, (control) =>
    control < " " ? String.fromCharCode(0x2400 + control.charCodeAt(0)) : "\u2421",
  );
}
