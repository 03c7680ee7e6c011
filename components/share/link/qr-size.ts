/** Capacity in bytes of QR versions 1 to 40 at error correction level Q (ISO/IEC 18004). */
const bytesOf = [
  11, 20, 32, 46, 60, 74, 86, 108, 130, 151, 177, 203, 241, 258, 292, 322, 364, 394, 442, 482, 509, 565, 611,
  661, 715, 751, 805, 868, 908, 982, 1030, 1112, 1168, 1228, 1283, 1351, 1423, 1499, 1579, 1663,
];

const pxPerModule = 5;
const quietModules = 4;

/** Side length in pixels including the quiet zone; null when the link is too long. */
export function qrSide(link: string): number | null {
  const { length } = new TextEncoder().encode(link);
  const index = bytesOf.findIndex((bytes) => length <= bytes);
  return index < 0 ? null : (21 + 4 * index + 2 * quietModules) * pxPerModule;
}
