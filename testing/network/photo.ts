import sharp from 'sharp';

export const photo = (width = 640, height = 480): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c85028' } })
    .jpeg()
    .toBuffer();
