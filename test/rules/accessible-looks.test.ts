import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => fs.readFileSync(file, 'utf8');
const filesIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => fs.statSync(file).isFile()),
  );

test('the product ships no pictures but its logo and icons', () => {
  const pictures = filesIn('app', 'components', 'public').filter((file) =>
    /\.(avif|gif|ico|jpe?g|png|svg|webp)$/.test(file),
  );
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures.filter((file) => !/^public\/(icon|logo)[\w-]*\.(png|svg)$/.test(file))).toEqual([]);
});

test('with reduced motion, nothing moves for longer than a moment or repeats', () => {
  const [, less = ''] =
    /@media \(prefers-reduced-motion: reduce\) \{\s*(\*,\s*::before,\s*::after \{[^}]*\})/.exec(
      read('app/globals.css'),
    ) ?? [];
  for (const property of [
    'animation-duration: 0.01ms',
    'animation-iteration-count: 1',
    'transition-duration: 0.01ms',
  ])
    expect(less).toContain(property);
});

test('fields of signing in say to password managers what they are, and can be pasted into', () => {
  const fields = {
    'components/auth/login-form.tsx': ['username webauthn', 'current-password'],
    'components/auth/second-step.tsx': ['one-time-code'],
    'components/mail-link/new-password-form.tsx': ['username'],
  };
  for (const [file, names] of Object.entries(fields))
    for (const name of names) expect(read(file), file).toContain(`autoComplete="${name}"`);
  const forms = filesIn('components/auth', 'components/factor', 'components/mail-link', 'components/ui/form');
  expect(forms.filter((file) => /onPaste|onCopy|onDrop=/.test(read(file)))).toEqual([]);
});

test('each page of the product has the same footer, with the guide', () => {
  expect(read('app/app/layout.tsx')).toMatch(/<\/main>\s*<Footer /);
  expect(read('components/nav/footer.tsx')).toContain('paths.documentation');
  const others = filesIn('app/app').filter(
    (file) => file.endsWith('layout.tsx') && file !== 'app/app/layout.tsx',
  );
  expect(others.filter((file) => /<(Footer|html)\b/.test(read(file)))).toEqual([]);
});
