import { coverLook, photoLooks, photosLook } from '@/components/files/photos/photo-look';

const { tile, plate } = photoLooks.large;

/** Below a gap for the files' header. `drawCover` gives the picture its address, which React leaves alone. */
export function CoverPlace() {
  return (
    <div aria-hidden className="hidden pt-11 has-[[src]]:block">
      <div className={photosLook}>
        <div className={tile}>
          <div className={`relative ${plate}`}>
            {/* biome-ignore lint/performance/noImgElement: of the visit, behind its access check */}
            <img id="cover" alt="" fetchPriority="high" suppressHydrationWarning className={coverLook} />
          </div>
        </div>
      </div>
    </div>
  );
}
