import type { Page } from '@playwright/test';

/** Throttles a page's uploads, so that even small files take a while on every machine. It disables `setOffline`. */
export class SlowWire {
  private readonly set: (bytesPerSecond: number, offline?: boolean) => Promise<unknown>;

  private constructor(set: SlowWire['set']) {
    this.set = set;
  }

  static async of(page: Page, bytesPerSecond: number): Promise<SlowWire> {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const wire = new SlowWire((uploadThroughput, offline = false) =>
      session.send('Network.emulateNetworkConditions', {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      }),
    );
    await wire.slow(bytesPerSecond);
    return wire;
  }

  async slow(bytesPerSecond: number): Promise<void> {
    await this.set(bytesPerSecond);
  }

  async cut(): Promise<void> {
    await this.set(-1, true);
  }

  async free(): Promise<void> {
    await this.set(-1);
  }
}
