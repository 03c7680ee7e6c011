// Reads as much of the Dockerfile's language as ours uses; what it doesn't know, it refuses.

/**
 * @typedef {{ command: string, text: string }} Instruction
 * @typedef {{ name: string, from: string, instructions: Instruction[] }} Stage
 */

const known = new Set(
  'FROM ARG ENV WORKDIR COPY RUN USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK CMD'.split(' '),
);

/** @returns {Stage[]} */
export function parseDockerfile(text) {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const stages = [];
  for (const line of lines) {
    const [, command = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (!known.has(command)) throw new Error(`The Dockerfile says "${line}", which this can't read.`);
    if (command === 'FROM') stages.push({ ...beginningOf(rest, stages.length), instructions: [] });
    else if (stages.length === 0) throw new Error(`"${line}" stands before the first FROM.`);
    else stages.at(-1).instructions.push({ command, text: rest });
  }
  return stages;
}

function beginningOf(text, index) {
  const [, from, name = String(index)] = /^(?:--platform=\S+ )?(\S+)(?: AS (\w+))?$/.exec(text) ?? [];
  if (!from) throw new Error(`FROM ${text}: this can't be read.`);
  return { from, name };
}
