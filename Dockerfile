FROM node:24-slim AS build
WORKDIR /adgate
COPY package.json package-lock.json .npmrc ./
COPY packages/embedded-mongodb/package.json packages/embedded-mongodb/package.json
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY sidecar sidecar
COPY packages packages
COPY bench bench
COPY panel panel
COPY tag tag
# The image has a Node of its own: the packages that bring one for `npx` stay here.
RUN npm run build && npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/node-linux-* dist/bench dist/test packages/*/src packages/*/test packages/*/bench

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /adgate
COPY --from=build /adgate/package.json ./
COPY --from=build /adgate/node_modules node_modules
COPY --from=build /adgate/dist dist
COPY --from=build /adgate/packages packages
COPY demo demo
COPY bin bin
RUN mkdir /data && chown node:node /data && ln -s /adgate/bin/adgate.js /usr/local/bin/adgate
USER node
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
