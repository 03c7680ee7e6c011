# The release as an image: docker build -t slipway . With a release that is there: --build-context release=release
FROM --platform=${BUILDPLATFORM:-linux} node:24-trixie-slim AS build
WORKDIR /src
COPY . .
ARG COMMIT=unknown
ARG SOURCE_DATE_EPOCH
ENV SLIPWAY_COMMIT=$COMMIT SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH
ARG TARGETARCH
RUN npm run release -- $TARGETARCH

FROM scratch AS release
COPY --from=build /src/release/ /

FROM node:24-trixie-slim AS unpacked
COPY --from=release / /release
RUN mkdir /app && tar -xzf /release/slipway-*-linux-$(node -p process.arch).tar.gz --strip-components=1 -C /app

# Debian's package needs 210 more, 640 MB. Thumbnails need a hundredth: its source, with what reads films and writes pictures.
FROM debian:trixie-slim AS ffmpeg
WORKDIR /src
RUN printf 'deb-src http://deb.debian.org/%s main\n' 'debian trixie' 'debian-security trixie-security' \
  > /etc/apt/sources.list.d/source.list && apt-get update && apt-get install -y --no-install-recommends \
  dpkg-dev gcc libc6-dev libdav1d-dev libgnutls28-dev make nasm pkg-config zlib1g-dev && apt-get source ffmpeg
RUN cd ffmpeg-*/ && ./configure --prefix=/usr --disable-everything --disable-autodetect --disable-doc --disable-debug \
  --disable-ffplay --disable-ffprobe --disable-avdevice --enable-gnutls --enable-libdav1d --enable-zlib \
  --enable-protocol=file,http,https,tcp,tls,pipe --enable-demuxer=mov,matroska --enable-muxer=image2pipe \
  --enable-encoder=png --enable-filter=scale,rotate \
  --enable-decoder=cfhd,cinepak,dnxhd,ffv1,flv,h263,h264,hevc,libdav1d,mjpeg,mpeg1video,mpeg2video,mpeg4 \
  --enable-decoder=msmpeg4v2,msmpeg4v3,png,prores,qtrle,rawvideo,svq1,svq3,theora,vc1,vp8,vp9,wmv1,wmv2,wmv3 \
  --enable-parser=dnxhd,h263,h264,hevc,mjpeg,mpeg4video,mpegvideo,png,vc1,vp8,vp9 \
  && make -j"$(nproc)" install DESTDIR=/ffmpeg && rm -rf /ffmpeg/usr/include /ffmpeg/usr/lib /ffmpeg/usr/share \
  && install -D -m 644 debian/copyright /ffmpeg/usr/share/doc/ffmpeg/copyright

FROM debian:trixie-slim
# A name for any account, without which PostgreSQL makes no database; and what ffmpeg reads AV1 with.
RUN apt-get update && apt-get install -y --no-install-recommends libdav1d7 libgnutls30t64 libnss-wrapper \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* && useradd --uid 1000 --create-home slipway && mkdir -m 777 /data
COPY --from=unpacked /usr/local/bin/node /usr/local/bin/
COPY --from=ffmpeg /ffmpeg/ /
COPY --from=unpacked /app /app
WORKDIR /app
RUN node scripts/image-bill.mjs
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "--initial-heap-size=256", "--min-semi-space-size=16", "--max-semi-space-size=32", "scripts/start.mjs"]
