# Container image of fiducia. One stage builds it, another one installs only its run-time dependencies. It runs as an
# unprivileged user and writes only to /data, so the file system may be read-only.
# NODE_IMAGE names the base of all stages. Pin a digest with --build-arg NODE_IMAGE=node:26-slim@sha256:….
ARG NODE_IMAGE=node:26-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY tools/runtime/package.json tools/runtime/
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY bin bin
COPY scripts scripts
COPY src src
RUN npm run build

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /build
COPY package.json package-lock.json ./
COPY tools/runtime/package.json tools/runtime/
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
# Memory that OpenSSL uses for each signature is reused, and garbage is collected half as often, by one thread
# (src/node/serving-environment.ts). Together this saves a sixth of the processor time.
ENV GLIBC_TUNABLES=glibc.malloc.tcache_count=1000
ENV NODE_OPTIONS="--max-semi-space-size=32 --v8-pool-size=1"
WORKDIR /app
COPY package.json LICENSE ./
COPY bin bin
COPY --from=dependencies /build/node_modules node_modules
COPY --from=build /build/dist dist
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 8080 9090
ENTRYPOINT ["node", "/app/bin/fiducia.mjs"]
CMD ["serve", "--help"]
