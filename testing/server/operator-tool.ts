import { builtNow } from '@/scripts/lib/build.mjs';
import { root } from '@/scripts/lib/step.mjs';

let isBuilt: boolean | undefined;

/** Runs a tool as `npm run` does: from a build of these sources, which starts in a third of the time, else from source. */
export function operatorTool(name: string): string[] {
  isBuilt ??= builtNow() !== null;
  const fromSource = ['--conditions=react-server', '--import', 'tsx', `${root}/scripts/${name}.ts`];
  return isBuilt ? [`${root}/dist/${name}.mjs`] : fromSource;
}
