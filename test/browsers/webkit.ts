import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Builder, By, Key as Keys, Origin, type WebDriver } from 'selenium-webdriver';
import { freePort } from '@/testing/server/test-server';
import type { Driver } from './driver';

type WebkitPrograms = { driver: string; browser: string; xvfb: string };

const keys = { Enter: Keys.ENTER, Escape: Keys.ESCAPE, Tab: Keys.TAB, ArrowRight: Keys.ARROW_RIGHT };

/** WebKitGTK, the engine of Safari, by WebDriver on a virtual screen. */
export async function webkit(programs: WebkitPrograms): Promise<Driver> {
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1600x1200x24', programs.driver, `--port=${port}`];
  const downloads = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-webkit-'));
  const env = {
    ...process.env,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    LANG: 'en_GB.UTF-8',
    XDG_CONFIG_HOME: settingsFor(downloads),
    TMPDIR: hiddenIn(downloads, '.tmp'), // xvfb-run leaves its folder when it is told to end
  };
  const server = spawn(programs.xvfb, screen, { detached: true, stdio: 'ignore', env });
  const end = () => {
    if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    fs.rmSync(downloads, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }); // all are just ending
  };
  try {
    await untilAnswering(port);
    const session = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
      })
      .build();
    return driverOf(session, downloads, end);
  } catch (error) {
    end();
    throw error;
  }
}

/** MiniBrowser saves into the desktop's folder for downloads. */
function settingsFor(downloads: string): string {
  const folder = hiddenIn(downloads, '.config');
  fs.writeFileSync(path.join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  return folder;
}

function hiddenIn(parent: string, name: string): string {
  const folder = path.join(parent, name);
  fs.mkdirSync(folder);
  return folder;
}

function driverOf(session: WebDriver, downloads: string, end: () => void): Driver {
  const mouse = async (x: number, y: number, times: 1 | 2 = 1) => {
    const moved = session.actions().move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT });
    await (times === 1 ? moved.click() : moved.press().release().press().release()).perform();
  };
  return {
    name: 'WebKit',
    downloads,
    resize: (width, height) => resize(session, width, height),
    goto: (url) => session.get(url),
    url: () => session.getCurrentUrl(),
    evaluate: (expression) => session.executeScript(`return (${expression})`),
    pressAt: mouse,
    choose: (files) => session.findElement(By.css('input[type=file]')).sendKeys(files.join('\n')),
    type: (text) => session.actions().sendKeys(text).perform(),
    key: (name) => session.actions().sendKeys(keys[name]).perform(),
    screenshot: async (file) => fs.writeFileSync(file, await session.takeScreenshot(), 'base64'),
    forgetCookies: () => session.manage().deleteAllCookies(),
    close: async () => {
      await session.quit().catch(() => undefined);
      end();
    },
  };
}

/** Takes the window's frame and bars into account. */
async function resize(session: WebDriver, width: number, height: number): Promise<void> {
  const inner = async () =>
    (await session.executeScript('return [innerWidth, innerHeight]')) as [number, number];
  await session.manage().window().setRect({ x: 0, y: 0, width, height });
  const [innerWidth, innerHeight] = await inner();
  await session
    .manage()
    .window()
    .setRect({ x: 0, y: 0, width: 2 * width - innerWidth, height: 2 * height - innerHeight });
}

async function untilAnswering(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const isThere = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await delay(100);
  }
  throw new Error('WebKitWebDriver did not start.');
}
