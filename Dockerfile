FROM node:24-slim AS build
WORKDIR /adgate
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY sidecar sidecar
COPY embedded-mongodb embedded-mongodb
COPY bench bench
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /adgate
COPY --from=build /adgate/package.json ./
COPY --from=build /adgate/node_modules node_modules
COPY --from=build /adgate/dist dist
COPY demo demo
RUN mkdir /data && chown node:node /data \
  && chmod +x dist/src/cli/main.js && ln -s /adgate/dist/src/cli/main.js /usr/local/bin/adgate
USER node
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
