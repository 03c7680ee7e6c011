import { DefaultHttpStack, type HttpRequest } from 'tus-js-client';
import { type FlightSlots, TwoInFlight } from '@/lib/domain/file/two-in-flight';

/** With three large files at once, one of the browser's six connections stays free for the page's own calls. */
const slots: FlightSlots = { free: 2 };

export const requestStack = (fileBytes: number, onStored: (offset: number) => void) =>
  new TwoInFlight({ inner: new DefaultHttpStack({}), fileBytes, whenSent, slots, onStored });

/** The library listens for progress before it sends, so that the browser tells of the upload at all. */
function whenSent(request: HttpRequest): Promise<unknown> {
  const { upload } = request.getUnderlyingObject() as XMLHttpRequest;
  return new Promise((resolve) => upload.addEventListener('load', resolve));
}
