# Quillhouse with its embedded PostgreSQL; with DATABASE_URL that one stays off. docs/scaling.md says how to run it.

FROM node:24-bookworm-slim AS build
WORKDIR /opt/quillhouse
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# The base has Node.js already, and the pages are built: neither a second one nor what builds goes into the image.
RUN npm run build && node scripts/prune-image.ts . && rm -rf dist/compile-cache

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title=Quillhouse org.opencontainers.image.version=0.1.0 org.opencontainers.image.licenses=MIT
# tini is process 1: it passes signals on and collects processes that lost their parent.
RUN apt-get update && apt-get install --yes --no-install-recommends tini && rm -rf /var/lib/apt/lists/* \
  && mkdir -p /data/import /data/backups && chown -R node:root /data && chmod -R g=u /data
WORKDIR /opt/quillhouse
COPY --from=build /opt/quillhouse/package.json ./
COPY --from=build /opt/quillhouse/node_modules node_modules
COPY --from=build /opt/quillhouse/app/template.apk app/
COPY --from=build /opt/quillhouse/contract contract
COPY --from=build /opt/quillhouse/covers covers
COPY --from=build /opt/quillhouse/handbooks handbooks
COPY --from=build /opt/quillhouse/languages languages
COPY --from=build /opt/quillhouse/migrations migrations
COPY --from=build /opt/quillhouse/scripts scripts
COPY --from=build /opt/quillhouse/server server
COPY --from=build /opt/quillhouse/dist dist
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/bin/tini", "--"]
# The same as in the start script of package.json, without the build.
CMD ["node", "server/start.js"]
