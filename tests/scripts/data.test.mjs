/** Data to learn from: what is made of the packages, and that it is made anew byte for byte. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDigits, reduceDigit } from '../../scripts/data/digits.mjs';
import { readDictionary } from '../../scripts/data/g2p.mjs';
import { hashOf, linesOf } from '../../scripts/data/mail-words.mjs';
import { readMail } from '../../scripts/data/mail.mjs';
import { byHash } from '../../scripts/data/order.mjs';
import { BREAK, wordsOf } from '../../scripts/data/text.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { read_container } from '../../scripts/models/container.mjs';

const file = (name) => join(root, 'build/data', name);
const built = existsSync(file('spam_train.bin'));

describe('g2p', () => {
  it('takes words of letters, without stress, each way to say them once', () => {
    const words = readDictionary({
      read: 'R EH1 D',
      'read(2)': 'R IY1 D',
      'a.m.': 'EY2 EH1 M',
      "it's": 'IH1 T S',
      record: 'R AH0 K AO1 R D',
      'record(2)': 'R AH2 K AO0 R D',
      aalborg: 'AO1 L B AO0 R G # place, danish',
      "'": 'K W OW1 T',
    });
    expect(Object.fromEntries(words)).toEqual({
      read: ['R EH D', 'R IY D'],
      "it's": ['IH T S'],
      record: ['R AH K AO R D'],
      aalborg: ['AO L B AO R G'],
    });
  });

  it('breaks text where a reader pauses', () => {
    expect(wordsOf("Call me Ishmael. Some, I'd say—‘never mind’")).toEqual([
      ...['call', 'me', 'ishmael', BREAK, 'some', "i'd", 'say', BREAK, 'never', 'mind'],
    ]);
  });

  it.skipIf(!built)('keeps held-out words out of the text', () => {
    for (const name of ['g2p.bin', 'g2p_train.bin']) {
      const { counts, text } = read_container(readFileSync(file(name))).tensors;
      const held = counts.data[0] + counts.data[1];
      expect([...counts.data.slice(0, 2)]).toEqual([12_000, 2_000]);
      expect(text.data.some((word) => word >= 0 && word < held)).toBe(false);
    }
  });

  it.skipIf(!built)('has the same held-out words in both files', () => {
    const spelled = (name) => {
      const { words, counts } = read_container(readFileSync(file(name))).tensors;
      return Buffer.from(words.data)
        .toString('latin1')
        .split('\0')
        .slice(0, counts.data[0] + counts.data[1]);
    };
    expect(spelled('g2p.bin')).toEqual(spelled('g2p_train.bin'));
  });
});

describe('digits', () => {
  it('takes the mean of four pixels', () => {
    const digit = new Array(784).fill(0);
    digit[0] = digit[1] = digit[28] = digit[29] = 1;
    digit[2] = 0.5;
    expect(reduceDigit(digit).slice(0, 3)).toEqual([15, 2, 0]); // 15 * 0.5 / 4 = 1.9
  });

  it.skipIf(!built)('are made anew byte for byte', () => {
    expect(makeDigits()['digits.bin'].equals(readFileSync(file('digits.bin')))).toBe(true);
  });
});

describe('mail', () => {
  it('reads what a person reads', () => {
    expect(readMail('Subject: x\nFrom: me\n\nHello\nyou').trim()).toBe('Hello\nyou');
    const quoted = 'Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nso=\n on =3D on';
    expect(readMail(quoted)).toBe('so on = on');
    const base64 = `Content-Transfer-Encoding: base64\n\n${Buffer.from('Hi there').toString('base64')}`;
    expect(readMail(base64)).toBe('Hi there');
    const html =
      'Content-Type: text/html\n\n<html><head><title>no</title></head><body>Buy<br>now&nbsp;<b>h</b>ere<!-- no --></body>';
    expect(readMail(html).trim()).toBe('Buy\nnow here');
    expect(readMail('Content-Type: image/gif\n\nR0lGOD')).toBe('');
  });

  it('reads the parts of a message, of several forms the first', () => {
    const part = (type, text) => `--=B\nContent-Type: ${type}\n\n${text}\n`;
    const message = (type, ...parts) =>
      `Content-Type: ${type};\n\tboundary="=B"\n\nfor old readers\n${parts.join('')}--=B--\n`;
    const both = [part('text/plain', 'plain'), part('text/html', '<p>rich</p>')];
    expect(readMail(message('multipart/alternative', ...both)).trim()).toBe('plain');
    expect(
      readMail(message('multipart/mixed', ...both))
        .replace(/\s+/g, ' ')
        .trim(),
    ).toBe('plain rich');
    expect(readMail(message('multipart/mixed', both[0], part('application/zip', 'UEsDB'))).trim()).toBe('plain');
  });

  // The same table as in tests/core/tasks/spam_test.cpp.
  it('cuts words as the page does', () => {
    expect(linesOf("Don't WAIT!! $1,000.00 off.\n\n> 100% free")).toEqual([
      ["don't", 'wait', '!', '!', '$', '0', 'off'],
      ['0', '%', 'free'],
    ]);
    expect(linesOf("'quoted' a--b x_y 3rd caf\xc3\xa9")).toEqual([
      ['quoted', 'a', 'b', 'x', 'y', '0', 'rd', 'caf', '~'],
    ]);
    expect(linesOf('one\rtwo\r\nthree')).toEqual([['one'], ['two'], ['three']]);
    expect(linesOf(' \n--\n')).toEqual([]);
    expect(linesOf("1. 2, 3.x '")).toEqual([['0', '0', '0', 'x']]);
    expect(linesOf('w '.repeat(45)).map((line) => line.length)).toEqual([20, 20, 5]);
    expect(linesOf('w\n'.repeat(99)).length).toBe(30);
    expect([hashOf('a'), hashOf('foobar')]).toEqual([0xe40c292c, 0xbf9cf968]);
  });

  it.skipIf(!built)('ships no message', () => {
    const { tensors } = read_container(readFileSync(file('spam.bin')));
    expect(tensors.words.data.length).toBe(0);
    expect(tensors.classes.data.length).toBe(0);
    expect(Object.keys(tensors).sort()).toEqual(['classes', 'counts', 'vocabulary', 'words']);
  });
});

it('orders by hash whatever the order was', () => {
  expect(byHash(['a', 'b', 'c', 'd'])).toEqual(byHash(['d', 'c', 'b', 'a']));
});

it.skipIf(!built)('pages load a megabyte at most', () => {
  for (const name of ['g2p.bin', 'digits.bin', 'spam.bin'])
    expect(statSync(file(name)).size).toBeLessThanOrEqual(1_000_000);
});
