// What a person reads of a message: its text without headers, attachments and mark-up.

const LINE = /\r?\n/;

function headersOf(lines) {
  const headers = {};
  let last;
  for (const line of lines) {
    const field = /^([\w-]+):\s*(.*)$/.exec(line);
    if (field) headers[(last = field[1].toLowerCase())] ??= field[2];
    else if (last && /^\s/.test(line)) headers[last] += ` ${line.trim()}`;
  }
  return headers;
}

/** Bytes as one character each: words are told apart by their letters alone. */
function decode(body, encoding) {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('latin1');
  if (!/quoted-printable/i.test(encoding)) return body;
  return body.replace(/=\r?\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(parseInt(code, 16)));
}

const SIGNS = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of a page; what stands in a block of its own stands in lines of its own. */
function textOfHtml(html) {
  return html
    .replace(/<!--[\s\S]*?-->|<(script|style|head|title)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/<\/?(br|p|div|tr|td|li|ul|ol|table|h\d|hr|center|blockquote)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (all, name) => SIGNS[name.toLowerCase()] ?? ' ')
    .replace(/&#(\d+);/g, (_, code) => (Number(code) < 256 ? String.fromCharCode(Number(code)) : ' '));
}

/** @param {string} message as it was sent @returns {string} what stands in it to be read */
export function readMail(message) {
  const border = /\r?\n\r?\n/.exec(message);
  const head = border ? message.slice(0, border.index) : message;
  const body = border ? message.slice(border.index + border[0].length) : '';
  const headers = headersOf(head.split(LINE));
  const type = headers['content-type'] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (/^multipart\//i.test(type) && boundary) {
    const parts = `\n${body}`.split(`\n--${boundary}`).slice(1);
    const texts = parts.filter((part) => !part.startsWith('--')).map((part) => readMail(part.replace(/^\r?\n/, '')));
    // Of a text in several forms the first is the plain one.
    return /^multipart\/alternative/i.test(type) ? (texts.find((text) => text.trim()) ?? '') : texts.join('\n');
  }
  if (/^message\//i.test(type)) return readMail(body);
  if (!/^text\//i.test(type)) return '';
  const text = decode(body, headers['content-transfer-encoding'] ?? '');
  return /^text\/html/i.test(type) || /<html|<body/i.test(text) ? textOfHtml(text) : text;
}
