# docker build -t aunit . && docker run --rm -v "$PWD:/models" aunit run
FROM debian:12 AS build
RUN apt-get update && apt-get install -y --no-install-recommends git ca-certificates
COPY . /source
RUN /source/scripts/package && cp /source/out/packages/aunit_*.deb /aunit.deb

FROM debian:12-slim
COPY --from=build /aunit.deb /tmp/aunit.deb
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/aunit.deb git && rm -rf /tmp/aunit.deb /var/lib/apt/lists/*
WORKDIR /models
ENTRYPOINT ["aunit"]
CMD ["run"]
