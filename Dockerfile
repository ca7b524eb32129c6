FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
ENV BOARDWALK_CACHE=/opt/boardwalk/cache
RUN deploy/install /opt/boardwalk && /opt/boardwalk/bin/boardwalk compile

FROM python:3.13-slim
# The fonts are for previews of rooms as PNG.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /var/lib/boardwalk --create-home boardwalk
COPY --from=build /opt/boardwalk /opt/boardwalk
# Numba compiles for the processor it runs on: on another one than that of the build, more is added.
RUN chown --recursive boardwalk: /opt/boardwalk/cache
ENV PATH=/opt/boardwalk/bin:$PATH \
    BOARDWALK_CACHE=/opt/boardwalk/cache \
    BOARDWALK_DATA=/var/lib/boardwalk
USER 10001
VOLUME /var/lib/boardwalk
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as web; web.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["boardwalk"]
CMD ["serve", "--host", "0.0.0.0", "--log-level", "info"]
