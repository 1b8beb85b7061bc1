"""The desk itself: the queue, the deal as it lies, a dispute and its decision, and the protocol of it."""
