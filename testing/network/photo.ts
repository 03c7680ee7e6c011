import sharp from 'sharp';

/** A picture of one colour. */
export const photo = (width = 640, height = 480): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c85028' } })
    .jpeg()
    .toBuffer();
