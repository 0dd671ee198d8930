// Decimals read and written by the platform. Linked as a library of Emscripten, which takes
// functions, not arrow functions, from it; number_platform.cpp calls them.
mergeInto(LibraryManager.library, {
  /** What strtod does with decimals: the number at the text's beginning, and where it ends. */
  foveaParseNumber: function (text, end) {
    let letters = '';
    for (let at = text; HEAPU8[at] > 0; at++) letters += String.fromCharCode(HEAPU8[at]);
    const number = /^\s*([+-]?)(inf(?:inity)?|nan|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/i;
    const [all, sign, size] = number.exec(letters) || ['', '', '0'];
    HEAPU32[end >> 2] = text + all.length;
    const value = /^i/i.test(size) ? Infinity : Number(size);
    return sign === '-' ? -value : value;
  },

  /** Writes what printf's %.*g writes, and returns how many characters it takes. */
  foveaNumberText: function (value, digits, out) {
    const size = Math.abs(value);
    const [mantissa, power] = size.toExponential(digits - 1).split('e');
    let text = mantissa;
    if (!(size < Infinity)) text = size > 0 ? 'inf' : 'nan';
    else if (power >= -4 && power < digits) text = size.toFixed(digits - 1 - power);
    if (text.includes('.')) text = text.replace(/\.?0+$/, '');
    if (size < Infinity && (power < -4 || power >= digits))
      text += `e${power[0]}${power.slice(1).padStart(2, '0')}`;
    if (value < 0 || Object.is(value, -0)) text = `-${text}`;
    for (let i = 0; i < text.length; i++) HEAPU8[out + i] = text.charCodeAt(i);
    return text.length;
  },
});
