import type { Page } from '@playwright/test';

/**
 * A way out on which a page sends a few megabytes a second: so a small file is as long on its way as a film, on every
 * machine. A page that was offline meanwhile has its usual way again.
 */
export class SlowWire {
  private readonly set: (bytesPerSecond: number) => Promise<unknown>;

  private constructor(set: SlowWire['set']) {
    this.set = set;
  }

  static async of(page: Page, bytesPerSecond: number): Promise<SlowWire> {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const usual = { offline: false, latency: 0, downloadThroughput: -1 };
    const wire = new SlowWire((uploadThroughput) =>
      session.send('Network.emulateNetworkConditions', { ...usual, uploadThroughput }),
    );
    await wire.slow(bytesPerSecond);
    return wire;
  }

  async slow(bytesPerSecond: number): Promise<void> {
    await this.set(bytesPerSecond);
  }

  /** As fast as it goes. */
  async free(): Promise<void> {
    await this.set(-1);
  }
}
