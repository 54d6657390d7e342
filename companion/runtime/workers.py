"""Worker processes for slow jobs: questions of observers, stories, statistics, verification of dice.

There are three lanes, each with one process, which starts with the lane's first job:

- **The loop never waits.** `submit` queues a job and returns its future. A thread of the lane starts the process,
  passes it the job and waits.
- **A job that exceeds its timeout ends its process**; the next job starts another one. A process without a job ends
  after a while to free its memory.
- **No worker outlives the companion**, even if that is killed: a thread in the worker waits for the end of its parent.
- **Ctrl-C and SIGTERM are for the main process.** They reach a whole process group or service, also a worker that is
  starting. So workers start with these signals blocked, and the main process ends them.
- **Workers have a low priority**, so that they do not delay lights and web page.
- **A pipe connects each process.** A `ProcessPoolExecutor` has named semaphores, and after `kill -9` of the companion
  Python's resource tracker prints a warning about them.
"""

import os
import signal
import sys
from concurrent.futures import Future
from contextlib import redirect_stderr, suppress
from queue import Empty, Queue
from threading import Event, Lock, Thread
from traceback import format_exc
from typing import Any

from companion.core.effects import Job, LaneName

IDLE_S = 300.0
"""Time without a job after which a process ends, in seconds."""
SETTLE_S = 0.1
"""Delay of a question that a newer one can replace, in seconds: during fast presses nothing is computed that is out of
date at once, and no answer delays a press."""
NICENESS = 10
TABLE_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that end the companion; they also reach its workers."""


class WorkerError(Exception):
    """A job has no result: it took too long, or its process died."""


class JobTimeout(WorkerError, TimeoutError):
    """A job took too long."""

    def __init__(self, limit_s: float) -> None:
        super().__init__(f"no result in {limit_s:g} seconds")


class WorkerEnded(WorkerError, EOFError):
    """The process of a job died."""

    def __init__(self) -> None:
        super().__init__("its process has ended")


class WorkersClosed(WorkerError):
    """A job has no result because the companion is closing."""


class Workers:
    """The three lanes. Jobs can be submitted, and the workers closed, from any thread."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        """Does not start processes yet; `idle_s` is the time without a job after which a process ends."""
        self._lanes: dict[LaneName, _Lane] = {name: _Lane(name, idle_s) for name in ("play", "think", "read")}

    def submit(self, job: Job) -> Future[Any]:
        """Queues a job and returns at once.

        The future's callbacks run on the lane's thread. Its exception is a `WorkerError`, or what the function raised.
        """
        return self._lanes[job.lane].submit(job)

    def close(self) -> None:
        """Kills the processes; waiting jobs fail. Can be called twice."""
        for lane in self._lanes.values():
            lane.close()


class _Lane:
    """One process with one running job, and its queue."""

    def __init__(self, name: LaneName, idle_s: float) -> None:
        self._name = name
        self._idle_s = idle_s
        self._lock = Lock()
        """Lock of the queue, held only briefly because the loop may wait for it."""
        self._process_lock = Lock()
        """Lock of the process, held while it starts."""
        self._waiting = Queue[tuple[Job, Future[Any]] | None]()
        self._replaceable: Future[Any] | None = None
        self._thread: Thread | None = None
        self._worker: Any = None
        """The process and the connection to it, of multiprocessing, which is loaded only if there are jobs."""
        self._closed = Event()

    def submit(self, job: Job) -> Future[Any]:
        future, replaced = Future[Any](), None
        with self._lock:
            if self._closed.is_set():
                future.set_exception(WorkersClosed())
                return future
            if job.is_newest_only:
                replaced, self._replaceable = self._replaceable, future
            self._waiting.put((job, future))
            if self._thread is None:
                # A daemon, because the program's end must not wait for it.
                self._thread = Thread(target=self._run_jobs, name=f"worker {self._name}", daemon=True)
                self._thread.start()
        if replaced is not None:
            replaced.cancel()
        return future

    def close(self) -> None:
        with self._lock:
            self._closed.set()
            self._waiting.put(None)
        self._end_process()

    def _run_jobs(self) -> None:
        while True:
            try:
                waiting = self._waiting.get(timeout=None if self._worker is None else self._idle_s)
            except Empty:
                self._end_process()
                continue
            if waiting is None:
                return
            job, future = waiting
            if job.is_newest_only and not future.cancelled():
                self._closed.wait(SETTLE_S)
            if future.set_running_or_notify_cancel():
                self._run(job, future)

    def _run(self, job: Job, future: Future[Any]) -> None:
        try:
            connection = self._connection()
            connection.send((job.function, job.arguments))
            result, problem = connection.recv() if connection.poll(job.limit_s) else (None, JobTimeout(job.limit_s))
        except (EOFError, OSError):
            result, problem = None, WorkersClosed() if self._closed.is_set() else WorkerEnded()
        except Exception as unsendable:  # noqa: BLE001 - the exception is passed to the submitter
            result, problem = None, unsendable
        if isinstance(problem, WorkerError):
            self._end_process()
        if problem is None:
            future.set_result(result)
        else:
            future.set_exception(problem)

    def _connection(self) -> Any:  # noqa: ANN401 - as above
        """Returns the connection to the process, which is started if necessary."""
        from multiprocessing import get_context  # noqa: PLC0415 - as above
        from multiprocessing.resource_tracker import ensure_running  # noqa: PLC0415

        with self._process_lock:
            if self._closed.is_set():
                raise EOFError
            if self._worker is not None and self._worker[0].is_alive():  # it may have died for lack of memory
                return self._worker[1]
            context = get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs,), daemon=True)
            # Starts the resource tracker of multiprocessing, which ignores two of these signals, but also unblocks them
            # in this thread. It inherits the standard error by its number, which is missing if the terminal window has
            # replaced it.
            with redirect_stderr(sys.__stderr__):
                ensure_running()
            signal.pthread_sigmask(signal.SIG_BLOCK, TABLE_SIGNALS)
            process.start()
            theirs.close()
            self._worker = process, ours
            return ours

    def _end_process(self) -> None:
        with self._process_lock:
            worker, self._worker = self._worker, None
        if worker is not None:
            process, connection = worker
            process.kill()
            process.join()
            connection.close()


def _work(connection: Any) -> None:  # noqa: ANN401 - as above
    """Runs jobs in a worker process, which has a lower priority than the companion and always ends with it."""
    with suppress(OSError):  # the service's sandbox refuses it
        os.nice(NICENESS)
    end_with_parent()
    with suppress(EOFError, OSError):  # the companion has ended
        while True:
            function, arguments = connection.recv()
            answer: tuple[Any, Exception | None]
            try:
                answer = function(*arguments), None
            except Exception as problem:  # noqa: BLE001 - the exception is passed to the companion
                problem.add_note(format_exc())
                answer = None, problem
            connection.send(answer)


def end_with_parent() -> None:
    """Lets this worker process end with its parent, also if that is killed."""
    from multiprocessing import parent_process  # noqa: PLC0415 - as above

    def follow() -> None:
        if (parent := parent_process()) is not None:
            parent.join()
            os._exit(1)

    Thread(target=follow, daemon=True).start()
