# 豆架的容器镜像。在安装包解压后的目录里做（npm run release -- --image 也用它）：docker build -t doujia:0.1.0 .
# 基础镜像可以换成自己的：--build-arg BASE=镜像。要经过镜像站或代理下载软件时，把 apt 的设置作为 secret 交给它，不会留在镜像里：
#   --secret id=apt.conf,src=文件 --secret id=sources.list,src=文件 --secret id=certificates.crt,src=文件
ARG BASE=debian:bookworm-slim

FROM ${BASE} AS programs
ARG DEBIAN_FRONTEND=noninteractive
# The packages are those of scripts/lib/programs.mjs; a test compares them.
RUN --mount=type=secret,id=apt.conf --mount=type=secret,id=sources.list --mount=type=secret,id=certificates.crt \
  if [ -f /run/secrets/apt.conf ]; then export APT_CONFIG=/run/secrets/apt.conf; fi \
  && set -- \
  && if [ -f /run/secrets/sources.list ]; then set -- "$@" -o Dir::Etc::SourceList=/run/secrets/sources.list -o Dir::Etc::SourceParts=-; fi \
  && if [ -f /run/secrets/certificates.crt ]; then set -- "$@" -o Acquire::https::CAInfo=/run/secrets/certificates.crt; fi \
  && apt-get "$@" update -q \
  && apt-get "$@" install -y -q --no-install-recommends \
    libreoffice-writer-nogui \
    libreoffice-calc-nogui \
    libreoffice-impress-nogui \
    libreoffice-draw-nogui \
    libreoffice-math-nogui \
    fonts-noto-cjk \
    fonts-liberation \
    fonts-crosextra-carlito \
    fonts-crosextra-caladea \
    fonts-arphic-ukai \
    fonts-arphic-uming \
    bubblewrap \
    tesseract-ocr \
    tesseract-ocr-chi-sim \
    libheif-examples \
    ca-certificates \
    tini \
  && apt-get clean \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/* /var/log/apt /var/log/dpkg.log /var/cache/debconf/*-old
# initdb refuses a user without an entry in /etc/passwd. The number is fixed, so that the owner of a volume stays the same.
RUN groupadd --gid 10001 doujia \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin doujia \
  && install -d -o doujia -g doujia -m 0700 /data \
  && ln -s /opt/doujia/doujia /usr/local/bin/doujia

FROM programs
# Only the tree of a release has this file: a checkout is not an image.
COPY release.json /opt/doujia/
COPY . /opt/doujia
ENV HOST=0.0.0.0 PORT=8880 DATA_DIR=/data LANG=C.UTF-8
USER doujia
WORKDIR /data
VOLUME /data
EXPOSE 8880
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=3 CMD ["/opt/doujia/node/bin/node", "/opt/doujia/scripts/container/health.mjs"]
# tini is process 1: it passes signals on and reaps what the converters leave behind.
ENTRYPOINT ["tini", "--", "doujia"]
CMD ["start"]
