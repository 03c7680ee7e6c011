import { analyse } from 'chardet';
import { type Encoding, encodings } from '@/lib/domain/file/encodings';
import { isUtf8 } from '@/lib/domain/file/text-preview';

/** As much of a text as is looked at. */
const sampleBytes = 64 * 1024;
/** Of 100: what few accents say is less. */
const leastSure = 20;

/** What the library calls by the name of the smaller set. */
const wider: Record<string, Encoding> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-8-i': 'windows-1255',
  'iso-8859-9': 'windows-1254',
  'iso-8859-6': 'windows-1256',
};

/** What a text that doesn't say it is probably written in; a page loads this with the first such text. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, sampleBytes);
  const best = wideOf(sample) ?? guessOf(sample);
  // Seven bits are UTF-8, too.
  if (!/^(utf-16|iso-2022)/.test(best) && isUtf8(sample)) return 'utf-8';
  const isWestern = best === 'windows-1252' || best === 'windows-1254';
  return isWestern && hasCaron(sample) ? 'windows-1250' : best;
}

/** UTF-16 without its mark: of letters of most languages, every other byte is zero. */
function wideOf(sample: Uint8Array): Encoding | null {
  const zeros = [0, 1].map((half) => sample.filter((byte, index) => byte === 0 && index % 2 === half).length);
  const [even = 0, odd = 0] = zeros.map((count) => (count * 2) / sample.length);
  if (odd > 0.5 && even < 0.1) return 'utf-16le';
  return even > 0.5 && odd < 0.1 ? 'utf-16be' : null;
}

function guessOf(sample: Uint8Array): Encoding {
  const [best] = analyse(sample);
  const name = best && best.confidence >= leastSure ? best.name.toLowerCase() : '';
  const known = encodings.find(({ encoding }) => encoding === name)?.encoding;
  return wider[name] ?? known ?? 'windows-1252';
}

/** Š, Ť, Ž, Ś, Ź and their small ones lie where the west has signs that stand in no word, or letters that it hardly writes. */
const hasCaron = (bytes: Uint8Array): boolean =>
  bytes.some((byte, index) => carons.has(byte) && (isLetter(bytes[index - 1]) || isLetter(bytes[index + 1])));

const carons = new Set([0x8a, 0x8d, 0x8e, 0x8f, 0x9a, 0x9d, 0x9e, 0x9f]);
const isLetter = (byte = 0) => /[a-z]/i.test(String.fromCharCode(byte));
