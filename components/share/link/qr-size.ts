/** How many bytes each version of a QR code holds at level Q. */
const bytesOf = [
  11, 20, 32, 46, 60, 74, 86, 108, 130, 151, 177, 203, 241, 258, 292, 322, 364, 394, 442, 482, 509, 565, 611,
  661, 715, 751, 805, 868, 908, 982, 1030, 1112, 1168, 1228, 1283, 1351, 1423, 1499, 1579, 1663,
];

const pxPerModule = 5;
const quietModules = 4;

/** The side of a link's code with its quiet zone, in px; null for what no code holds. */
export function qrSide(link: string): number | null {
  const { length } = new TextEncoder().encode(link);
  const index = bytesOf.findIndex((bytes) => length <= bytes);
  return index < 0 ? null : (21 + 4 * index + 2 * quietModules) * pxPerModule;
}
