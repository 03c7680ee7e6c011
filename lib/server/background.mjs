// Import this in threads whose work may wait for pages and calls. On Linux the priority applies to the calling thread
// only, elsewhere to the whole process.
import { execFile } from 'node:child_process';
import os from 'node:os';

const niceness = 10;

function tryTo(work) {
  try {
    work();
  } catch {
    // keeps the normal priority
  }
}

// Tries in another process first: a system-call filter may kill it, as systemd's does unless it names an error.
if (process.platform === 'linux') {
  tryTo(() =>
    execFile(process.execPath, ['-e', `os.setPriority(${niceness})`], (refused) => {
      if (!refused) tryTo(() => os.setPriority(niceness));
    }),
  );
}
