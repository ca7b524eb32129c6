"""Many games at once: on all cores of the CPU, or on a GPU."""

from boardwalk.batch.batch import Batch, Playouts, playouts
from boardwalk.engine.threads import cores

__all__ = ["Batch", "Playouts", "cores", "playouts"]
