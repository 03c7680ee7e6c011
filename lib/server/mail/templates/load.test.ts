import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { mailLanguage, mailLanguages } from '../languages';
import { mailTemplates } from './load';
import { renderTemplate, type TemplateValues, templateNames } from './template';

const templatesIn = (dir: string | undefined) =>
  mailTemplates({ ROOT: process.cwd(), MAIL_TEMPLATES_DIR: dir });

const made: string[] = [];
afterAll(() => {
  for (const dir of made) fs.rmSync(dir, { recursive: true });
});

function folder(files: Record<string, string | Buffer>): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-templates-'));
  made.push(dir);
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    fs.writeFileSync(path.join(dir, name), content);
  }
  return dir;
}

const values: TemplateValues = {
  user: 'ada',
  url: 'https://files.example.org/app/open/x',
  password: false,
  title: 'Plans of the harbour',
  aliasName: 'Bewerbungen',
  count: 7,
  date: '1 March',
  files: '63 files',
  size: '303 MB',
  extendUrl: 'https://files.example.org/app/ending#extend=x',
  endUrl: 'https://files.example.org/app/ending#end=x',
  message: 'See you at the harbour',
  code: '123456',
  client: 'Firefox on Linux',
  address: '192.0.2.1',
  accounts: [{ login: 'ada', url: 'https://files.example.org/app/open/x' }],
  passkeys: [{ title: 'Phone', inbox: '', date: '' }],
  members: [{ title: 'bob', inbox: 'Bills', date: '1 March' }],
};

const subjects = {
  share: 'ada',
  alias: 'ada',
  arrival: 'Bewerbungen',
  firstDownload: 'Plans',
  downloads: 'Plans',
  limitReached: 'Plans',
  ending: 'Plans',
  reset: '',
  passwordChanged: '',
  passwordReset: '',
  confirmEmail: '',
  emailChanged: '',
  factorAdded: '',
  addressInUse: '',
  invite: 'Plans',
  factorRemoved: '',
  leaving: '1 March',
  newSignIn: 'Firefox on Linux',
  passkeyAdded: '',
  passkeyRemoved: '',
  takenDown: 'Plans',
  allowedAgain: 'Plans',
  quarantined: 'Plans',
  reported: 'Plans',
  webhookOff: '',
  webhookAdded: 'Plans',
  membersAdded: 'Plans',
  signInMailOff: '',
  diskLow: '',
  storageDamaged: '',
  adminAdded: 'Plans',
  requestAsk: 'Plans',
  requestCode: '',
  requestReminder: 'Plans',
  requestAgain: 'Plans',
  requestThanks: 'Plans',
  requestDone: 'Plans',
  recipient: 'ada',
  code: '',
  receipt: 'Bewerbungen',
  test: '',
};

describe.each(mailLanguages)('our words in %s', (language) => {
  const templates = templatesIn(undefined)[language];

  test.each(templateNames)('fill in all that %s is about', (name) => {
    const said = [{ label: 'Job', value: 'Writer' }];
    const deliveries = [{ title: 'CV', url: values.url, summary: '1 file', said }];
    const { subject, body } = renderTemplate(templates[name], { ...values, deliveries });
    expect(body).toContain(/code/i.test(name) ? values.code : values.url);
    expect(`${subject}\n${body}`).not.toMatch(/[{}]/);
    expect(subject).toContain(subjects[name]);
    expect(subject).not.toContain(values.code); // lock screens show subjects
    if (!['code', 'receipt', 'confirmEmail', 'recipient', 'invite', 'reported'].includes(name))
      expect(body).toContain('ada');
    expect(body).not.toMatch(/\n{3}/);
  });

  test('speak of the password only where there is one', () => {
    const open = renderTemplate(templates.share, values).body;
    const locked = renderTemplate(templates.share, { ...values, password: true }).body;
    const added = locked.split('\n').filter((line) => !open.includes(line));
    expect(added).toHaveLength(1);
  });

  test('are not another language’s', () => {
    const others = mailLanguages.filter((other) => other !== language);
    const isWritten = (tag: string, name: string) => fs.existsSync(`messages/mail/${tag}/${name}.txt`);
    for (const name of templateNames.filter((one) => isWritten(language, one))) {
      const bodies = others
        .filter((other) => isWritten(other, name))
        .map((other) => templatesIn(undefined)[other][name].body);
      expect(bodies).not.toContain(templates[name].body);
    }
  });
});

test.each([
  [['de'], 'de'],
  [['', 'xx', 'pt-PT;q=0.8', 'de'], 'pt-BR'],
  [[null, 'gb'], 'en'],
  [['cz'], 'cs'],
  [['br'], 'pt-BR'],
  [['JA-jp'], 'ja'],
  [['*', '__proto__', 'constructor'], 'en'],
])('of %j the mail speaks %s', (wanted, language) => {
  expect(mailLanguage(wanted)).toBe(language);
});

test('values can neither break the subject nor become template, and a long subject is cut', () => {
  const template = { subject: 'New in {{aliasName}}', body: '{{{aliasName}}}\n{{url}}' };
  const evil = 'a\r\nBcc: eve@example.org\u2028\0{{url}} <b>\u202e';
  expect(renderTemplate(template, { ...values, aliasName: evil })).toEqual({
    subject: 'New in a Bcc: eve@example.org {{url}} <b>',
    body: `a Bcc: eve@example.org {{url}} <b>\n${values.url}`,
  });
  expect(renderTemplate(template, { ...values, aliasName: 'x'.repeat(255) }).subject).toHaveLength(200);
});

test('a folder replaces our words file by file', () => {
  const dir = folder({
    'de/share.txt': '\uFEFFSubject: Post von {{user}}\r\n\r\nHier: {{url}}\r\n',
    'README.md': 'not a template',
  });
  const templates = templatesIn(dir);
  expect(renderTemplate(templates.de.share, values)).toEqual({
    subject: 'Post von ada',
    body: `Hier: ${values.url}`,
  });
  expect(templates.de.alias).toEqual(templatesIn(undefined).de.alias);
  expect(templates.en).toEqual(templatesIn(undefined).en);
});

describe('a broken template is named before the first mail', () => {
  const share = (text: string | Buffer) => ({ 'en/share.txt': text });
  test.each<[string, Record<string, string | Buffer>, string]>([
    ['no subject', share('Hello {{url}}'), 'must begin with a line “Subject: …”'],
    ['an empty subject', share('Subject: \n\nHello'), 'must begin with a line'],
    ['no empty line', share('Subject: x\nHello'), 'must begin with a line'],
    ['no text', share('Subject: x\n\n  \n'), 'must begin with a line'],
    ['an open tag', share('Subject: x\n\n{{url'), 'is no mustache template: Unclosed tag'],
    ['an open section', share('Subject: x\n\n{{#password}}x'), 'is no mustache template: Unclosed section'],
    ['a name that is none', share('Subject: {{usr}}\n\nx'), 'asks for {{usr}}, but there are only user, url'],
    ['one inside a section', share('Subject: x\n\n{{#password}}{{pw}}{{/password}}'), 'asks for {{pw}}'],
    ['a partial', share('Subject: x\n\n{{> footer}}'), 'must not use partials'],
    ['other bytes than UTF-8', share(Buffer.from('Subject: x\n\nGr\xfc\xdfe', 'latin1')), 'must be UTF-8'],
    ['a language that is none', { 'xx/share.txt': '' }, 'is none: the languages are en, de, fr'],
    ['a file that is none', { 'en/shares.txt': '' }, 'is none: the languages are'],
  ])('%s', (_, files, complaint) => {
    const dir = folder(files);
    expect(() => templatesIn(dir)).toThrow(complaint);
    expect(() => templatesIn(dir)).toThrow(`MAIL_TEMPLATES_DIR: the mail template ${dir}`);
  });

  test('a folder that is not there', () => {
    expect(() => templatesIn('/nowhere')).toThrow(
      'MAIL_TEMPLATES_DIR is "/nowhere" but must be a folder to read (ENOENT).',
    );
  });
});

test('after the greeting, English mails begin with a capital', () => {
  const texts = fs
    .readdirSync('messages/mail/en')
    .map((name) => fs.readFileSync(`messages/mail/en/${name}`, 'utf8'));
  const firsts = texts.flatMap((text) => /^Hello[^\n]*,\n\n(.)/m.exec(text)?.[1] ?? []);
  expect(firsts.length).toBeGreaterThan(20);
  expect(firsts.filter((letter) => letter !== letter.toUpperCase())).toEqual([]);
});
