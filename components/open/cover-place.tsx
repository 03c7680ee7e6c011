import { coverLook, photoLooks, photosLook } from '@/components/files/photos/photo-look';
import { stripItemLook, stripLook } from '@/components/files/photos/strip-look';

const { tile, plate } = photoLooks.large;

/** Below a gap for the files' header. `drawCover` gives the picture its address, which React leaves alone. */
export function CoverPlace({ documents, isSure }: { documents: number; isSure: boolean }) {
  return (
    <div aria-hidden data-cover-place className="hidden pt-11 has-[[src]]:block">
      {documents > 0 && (
        <div className={stripLook}>
          {Array.from({ length: documents }, (_, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
            <div key={nth} className={`${stripItemLook} bg-sunken`} />
          ))}
        </div>
      )}
      <div className={photosLook}>
        <div data-cover={isSure || undefined} className={tile}>
          <div className={`relative ${plate}`}>
            {/* biome-ignore lint/performance/noImgElement: of the visit, behind its access check */}
            <img id="cover" alt="" fetchPriority="high" suppressHydrationWarning className={coverLook} />
          </div>
        </div>
      </div>
    </div>
  );
}
