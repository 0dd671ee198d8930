const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};

/** A text as it is in HTML or SVG, between tags or as an attribute's value. */
export function escaped(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => escapes[sign] ?? sign);
}
