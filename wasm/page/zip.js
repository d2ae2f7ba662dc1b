// A folder of texts as a zip file (PKWARE's APPNOTE.TXT, 4.3), deflated by the browser.

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; ++bit) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = table[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

async function deflated(bytes) {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Writes numbers, each given as [value, bytes], with the lowest byte first. */
function record(...numbers) {
  const bytes = new Uint8Array(numbers.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of numbers) for (let i = 0; i < size; ++i) bytes[at++] = Math.floor(value / 256 ** i) % 256;
  return bytes;
}

/** `files`: [[path, text], ...]. Promises a Blob. */
export async function zipOf(files, now = new Date()) {
  const time = (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1);
  const date = ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate();
  const parts = [], directory = [];
  let offset = 0;
  for (const [path, text] of files) {
    const name = new TextEncoder().encode(path), bytes = new TextEncoder().encode(text), packed = await deflated(bytes);
    // Version 2.0; names are UTF-8; deflate.
    const about = [[20, 2], [0x800, 2], [8, 2], [time, 2], [date, 2], [checksum(bytes), 4], [packed.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]];
    const header = record([0x04034b50, 4], ...about);
    parts.push(header, name, packed);
    directory.push(record([0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), name);
    offset += header.length + name.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = record([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}
