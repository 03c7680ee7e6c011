// Writes workbooks in a thread, as a large one would block all uploads and downloads.
import { parentPort } from 'node:worker_threads';
import writeWorkbook from 'write-excel-file/node';

const heading = (value) => ({ value, type: String, fontWeight: 'bold' });
const time = (value) => ({ value, type: Date, format: 'yyyy-mm-dd hh:mm' });
const day = (value) => ({ value, type: Date, format: 'yyyy-mm-dd' });

function cell(value) {
  if (value === '') return null;
  if (value instanceof Date) return time(value);
  if (typeof value === 'object') return day(new Date(value.day));
  return { value, type: value.constructor };
}

parentPort.on('message', async ({ call, head, rows }) => {
  try {
    const columns = head.map((name) => ({ width: Math.min(Math.max(name.length + 2, 12), 40) }));
    const sheet = [head.map(heading), ...rows.map((row) => row.map(cell))];
    const answer = await writeWorkbook(sheet, { columns, stickyRowsCount: 1 }).toBuffer();
    parentPort.postMessage({ call, answer });
  } catch ({ message }) {
    parentPort.postMessage({ call, error: { message } });
  }
});
