# docker build -t ukintel . && docker run --env-file .env -v ukintel:/data -p 4021:4021 ukintel
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.ts

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data METRICS_HOST=0.0.0.0 METRICS_PORT=9464
WORKDIR /app
COPY --from=build /app/dist dist
COPY package.json CHANGELOG.md LICENSE README.md ./
COPY bin bin
COPY docs docs
RUN mkdir -m 700 /data /backups && chown node:node /data /backups
VOLUME /data
USER node
EXPOSE 4021 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "bin/ukintel.js", "serve"]
