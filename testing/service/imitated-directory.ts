import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { Ber, BerReader, BerWriter, ControlParser, PagedResultsControl } from 'ldapts';

export type BindAnswer = { code: number; words: string };
export type ImitatedEntry = { dn: string; [attribute: string]: string | string[] | Buffer };

/** Answers of a directory that can't be run here, as its documents and sources say. */
export type DirectoryAnswers = {
  bind: (dn: string, password: string) => BindAnswer;
  entries: ImitatedEntry[];
  /** More entries than these in one answer are an error. */
  maxEntries?: number;
  hasPages?: boolean;
};

export type ImitatedDirectory = { url: string; searches: () => number; stop: () => Promise<void> };

const request = { bind: 0x60, search: 0x63 };
const response = { bind: 0x61, entry: 0x64, done: 0x65 };
const controls = 0xa0;

/** A directory that speaks as much LDAP as a sign-in needs. */
export async function imitateDirectory(answers: DirectoryAnswers): Promise<ImitatedDirectory> {
  const sockets = new Set<Socket>();
  let searches = 0;
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let heard = Buffer.alloc(0);
    socket.on('data', (data) => {
      heard = Buffer.concat([heard, data]);
      for (let length = messageLength(heard); length > 0; length = messageLength(heard)) {
        searches += Number(answerOne(socket, answers, new BerReader(heard.subarray(0, length))));
        heard = heard.subarray(length);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    searches: () => searches,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((done) => server.close(done));
    },
  };
}

/** @returns true for a search */
function answerOne(socket: Socket, answers: DirectoryAnswers, reader: BerReader): boolean {
  reader.readSequence();
  const id = reader.readInt() ?? 0;
  const operation = reader.readSequence();
  if (operation === request.bind) answerBind(socket, answers, { id, reader });
  else if (operation === request.search) for (const each of found(answers, id, reader)) socket.write(each);
  else socket.end();
  return operation === request.search;
}

/** 0 as long as the message isn't whole. */
function messageLength(heard: Buffer): number {
  const first = heard[1] ?? 0;
  const size = first < 0x80 ? 0 : first & 0x7f;
  if (heard.length < 2 + size) return 0;
  const length = 2 + size + (size === 0 ? first : heard.readUIntBE(2, size));
  return heard.length < length ? 0 : length;
}

/** Hangs up where `bind` throws. */
function answerBind(
  socket: Socket,
  { bind }: DirectoryAnswers,
  { id, reader }: { id: number; reader: BerReader },
): void {
  reader.readInt();
  const dn = reader.readString() ?? '';
  try {
    socket.write(result(id, response.bind, bind(dn, reader.readString(Ber.Context) ?? '')));
  } catch {
    socket.destroy();
  }
}

function found(answers: DirectoryAnswers, id: number, reader: BerReader): Buffer[] {
  const base = (reader.readString() ?? '').toLowerCase();
  reader.readEnumeration();
  reader.readEnumeration();
  const sizeLimit = reader.readInt() ?? 0;
  reader.readInt();
  reader.readBoolean();
  const isWanted = filterIn(reader);
  const wanted = stringsOf(reader).map((name) => name.toLowerCase());
  const paging = pagingOf(reader);
  const all = answers.entries.filter((entry) => entry.dn.toLowerCase().endsWith(base) && isWanted(entry));
  const isPaged = answers.hasPages === true && paging !== null;
  const size = isPaged ? paging.size : answers.maxEntries;
  const from = isPaged ? paging.from : 0;
  const max = Math.min(size || Number.POSITIVE_INFINITY, sizeLimit || Number.POSITIVE_INFINITY);
  const part = all.slice(from, from + max);
  const next = from + part.length;
  const isCut = next < all.length;
  const cookie = isPaged ? { cookie: isCut ? String(next) : '' } : {};
  const code = isCut && !isPaged ? 4 : 0;
  return [
    ...part.map((entry) => entryMessage(id, entry, wanted)),
    result(id, response.done, { code, words: '', ...cookie }),
  ];
}

function stringsOf(reader: BerReader): string[] {
  reader.readSequence();
  const end = reader.offset + reader.length;
  const texts: string[] = [];
  while (reader.offset < end) texts.push(reader.readString() ?? '');
  return texts;
}

function pagingOf(reader: BerReader): { from: number; size: number } | null {
  if (reader.peek() !== controls) return null;
  reader.readSequence();
  const control = ControlParser.parse(reader, [new PagedResultsControl()]);
  if (!(control instanceof PagedResultsControl)) return null;
  return { from: Number(control.value?.cookie?.toString() ?? 0), size: control.value?.size ?? 0 };
}

const valuesIn = (entry: ImitatedEntry, attribute: string) =>
  Object.entries(entry)
    .filter(([name]) => name.toLowerCase() === attribute.toLowerCase())
    .flatMap(([, values]) => [values].flat());

type EntryFilter = (entry: ImitatedEntry) => boolean;

/** Other kinds of filters match nothing. */
function filterIn(reader: BerReader): EntryFilter {
  const kind = reader.readSequence();
  const end = reader.offset + reader.length;
  if (kind === 0xa3) {
    const attribute = reader.readString() ?? '';
    const wanted = reader.readString(Ber.OctetString, true) ?? Buffer.alloc(0);
    return (entry) => valuesIn(entry, attribute).some((value) => isEqual(value, wanted));
  }
  if (kind === 0xa0 || kind === 0xa1 || kind === 0xa2) {
    const parts: EntryFilter[] = [];
    while (reader.offset < end) parts.push(filterIn(reader));
    if (kind === 0xa2) return (entry) => parts.every((isWanted) => !isWanted(entry));
    return (entry) => parts[kind === 0xa0 ? 'every' : 'some']((isWanted) => isWanted(entry));
  }
  let attribute = '';
  while (reader.offset < end) attribute += String.fromCharCode(reader.readByte() ?? 0);
  return (entry) => kind === 0x87 && valuesIn(entry, attribute).length > 0;
}

const isEqual = (value: string | Buffer, wanted: Buffer) =>
  Buffer.isBuffer(value) ? value.equals(wanted) : value.toLowerCase() === wanted.toString().toLowerCase();

function entryMessage(id: number, { dn, ...attributes }: ImitatedEntry, wanted: string[]): Buffer {
  return message(id, response.entry, (writer) => {
    writer.writeString(dn);
    writer.startSequence();
    for (const [name, values] of Object.entries(attributes)) {
      if (!wanted.includes(name.toLowerCase())) continue;
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(0x31);
      for (const value of [values].flat()) writer.writeBuffer(Buffer.from(value as string), Ber.OctetString);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
  });
}

function result(
  id: number,
  operation: number,
  { code, words, cookie }: BindAnswer & { cookie?: string },
): Buffer {
  const paging =
    cookie === undefined
      ? []
      : [new PagedResultsControl({ value: { size: 0, cookie: Buffer.from(cookie) } })];
  return message(
    id,
    operation,
    (writer) => {
      writer.writeEnumeration(code);
      writer.writeString('');
      writer.writeString(words);
    },
    paging,
  );
}

function message(
  id: number,
  operation: number,
  write: (writer: BerWriter) => void,
  paging: PagedResultsControl[] = [],
): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(operation);
  write(writer);
  writer.endSequence();
  if (paging.length > 0) {
    writer.startSequence(controls);
    for (const control of paging) control.write(writer);
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}
