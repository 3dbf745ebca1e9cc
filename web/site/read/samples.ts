/** Messages to begin with, made up for this page in the manner of the mails that the models have read. */
export const samples = {
  spam: `Dear friend,
Congratulations! You have been selected to receive a free trip.
This is not a joke: earn $5,000 every month from your own home!
No experience is needed. This offer ends soon, so act now.
Click here to order: http://www.example.com/offer
To be removed from our mailing list, reply with the word remove.`,
  ham: `Hi Tom,
I tried the patch you sent on Tuesday, and the server still hangs when two clients connect.
The log says the socket was closed before the reply came back, so I think the bug is in the thread that reads the queue.
On Thu, Nov 14, Anna wrote:
> Did anyone test this with the old kernel?
I will look at it again on Monday. Maybe we can talk about it at lunch?
Regards,
Maria`,
  /** Neither: single words turn the verdict. */
  between: `Hello all,
our company sells cheap flights, and I wrote the search engine for it in Python.
You can try it for free at http://www.example.com
Does anyone want to test it?`,
} as const;

export type Sample = keyof typeof samples;

export const sampleOf = (text: string): Sample | undefined =>
  (Object.keys(samples) as Sample[]).find((name) => samples[name] === text);
