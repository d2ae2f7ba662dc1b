// Messages of a language server in a stream: each has a header with the number of bytes that follow.

/** The message for a text, with its header. */
export function framed(text: string): Uint8Array {
  const body = new TextEncoder().encode(text);
  const header = new TextEncoder().encode(`Content-Length: ${body.length}\r\n\r\n`);
  const all = new Uint8Array(header.length + body.length);
  all.set(header);
  all.set(body, header.length);
  return all;
}

/** Splits bytes that arrive in pieces into the texts of messages. */
export class Framer {
  private rest = new Uint8Array();

  constructor(private readonly use: (text: string) => void) {}

  add(bytes: Uint8Array): void {
    const joined = new Uint8Array(this.rest.length + bytes.length);
    joined.set(this.rest);
    joined.set(bytes, this.rest.length);
    this.rest = joined;
    for (;;) {
      const header = new TextDecoder('latin1').decode(this.rest.subarray(0, 200));
      const found = /Content-Length: (\d+)[^]*?\r\n\r\n/.exec(header);
      if (!found) return;
      const begin = found.index + found[0].length, end = begin + Number(found[1]);
      if (this.rest.length < end) return;
      const text = new TextDecoder().decode(this.rest.subarray(begin, end));
      this.rest = this.rest.slice(end);
      this.use(text);
    }
  }
}
