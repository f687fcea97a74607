/** Deeper than any page is; the HTML grammar's scanner takes time quadratic in the depth. */
const DEEPEST = 1_000;

/** Elements that have no end, or whose end may be left out. */
const UNCLOSED =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|d[td]|t[rdh]|tbody|thead|tfoot|option|optgroup|colgroup|html|head|body|rp|rt)(?![\w-])/i;

/** Whether a page's elements are nested so deep that parsing it would take too long. */
export function isNestedTooDeep(html: string): boolean {
  let depth = 0;
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at + 1)) {
    const code = html.charCodeAt(at + 1);
    if (code === 47) depth = Math.max(0, depth - 1);
    else if (isLetter(code) && !UNCLOSED.test(html.slice(at + 1, at + 12)) && ++depth > DEEPEST) return true;
  }
  return false;
}

function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}
